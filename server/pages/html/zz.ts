import { writeFileSync } from 'node:fs'
import { inputScript, watchScript } from './inline-scripts.ts'
writeFileSync('/tmp/w0.js', watchScript.text)
