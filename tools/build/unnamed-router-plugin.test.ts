import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installedPackage } from './installed-package.ts'
import { withoutNames } from './unnamed-router-plugin.ts'

test('a component loses its name and may be left out', () => {
  const code = `const Form = React$1.forwardRef((props, ref) => {
\treturn null;
});
Form.displayName = "Form";
const AContext = React.createContext(null);
AContext.displayName = "A";
`
  expect(withoutNames(code)).toBe(`const Form = /* @__PURE__ */ React$1.forwardRef((props, ref) => {
\treturn null;
});

const AContext = /* @__PURE__ */ React.createContext(null);

`)
})

test('the router is still written as this plugin expects it', () => {
  const { folder } = installedPackage('react-router', import.meta.filename)
  const code = readFileSync(join(folder, 'dist/production/lib/dom/lib.js'), 'utf8')
  expect(code).toContain('Form.displayName = ')
  expect(withoutNames(code)).not.toMatch(/^Form\.displayName/m)
  expect(withoutNames(code)).toContain('const Form = /* @__PURE__ */ React')
})
