// check_json.mjs SCHEMA FILE...: every file must be JSON that the schema allows.
import {readFileSync} from 'node:fs';
import Ajv from 'ajv';

const [schemaPath, ...paths] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const validate = new Ajv({allErrors: true, allowUnionTypes: true}).compile(read(schemaPath));
let bad = paths.length === 0;
for (const path of paths) {
  if (validate(read(path))) continue;
  bad = true;
  console.error(`${path}: ${validate.errors.slice(0, 3).map((error) => `${error.instancePath} ${error.message}`).join('; ')}`);
}
console.log(`${schemaPath.split('/').pop()}: ${paths.length} files, ${bad ? 'NOT all valid' : 'all valid'}`);
process.exitCode = bad ? 1 : 0;
