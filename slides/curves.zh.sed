# The words of the curves that make bench-plot draws, in a Chinese deck.
s|>\( *\)Sum of ints\b|>\1int 求和|
s|>\( *\)Scan of ints\b|>\1int 扫描|
s|>\( *\)Histogram of random bytes\b|>\1随机字节的直方图|
s|>elements<|>元素个数<|
s|>a copy<|>复制<|
s|>CUB sort<|>CUB 排序<|
s|>lab \([0-9]*\), |>实验 \1，|
s|>\(实验 [0-9]*，\)global memory<|>\1全局内存<|
s|>\(实验 [0-9]*，\)interleaved<|>\1交错<|
s|>\(实验 [0-9]*，\)neighbored<|>\1相邻<|
s|>\(实验 [0-9]*，\)unrolled<|>\1展开<|
s|>\(实验 [0-9]*，\)sorting<|>\1排序<|
s|>\(实验 [0-9]*，\)beyond<|>\1再进一步<|
s|>\(实验 [0-9]*，\)shared<|>\1共享<|
s|>\(实验 [0-9]*，\)private<|>\1私有<|
s|>\(实验 [0-9]*，\)several<|>\1多份<|
