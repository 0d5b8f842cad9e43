extern "C" int execl(...); extern "C" void*malloc(unsigned long) {return 0;} void f(){execl(1);}
