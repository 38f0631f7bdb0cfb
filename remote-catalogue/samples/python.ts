import { quotePython } from './quoting.ts'
import { expressionOf, fileOf, keyVariable, type Subject } from './subject.ts'

const timeoutSeconds = 30 // requests waits for ever by itself

/** Python with the package requests. */
export function python(subject: Subject): string {
  const { method, base, fields } = subject.request
  const file = fileOf(subject)
  const key = `os.environ[${quotePython(keyVariable)}]`
  return [
    'import os',
    '',
    'import requests',
    '',
    'try:',
    `    response = requests.${method.toLowerCase()}(`,
    `        ${quotePython(base)},`,
    `        ${method === 'GET' ? 'params' : 'json'}={`,
    ...fields.map(
      (field) =>
        `            ${quotePython(field.name)}: ${expressionOf(field, { quote: quotePython, key })},`,
    ),
    '        },',
    `        timeout=${timeoutSeconds},`,
    '    )',
    'except requests.RequestException as error:',
    '    # Its message holds the address, thus the key.',
    '    raise SystemExit(f"No answer: {type(error).__name__}") from None',
    // Not raise_for_status: its message holds the address, thus the key.
    'if not response.ok:',
    '    raise SystemExit(f"{response.status_code} {response.text}")',
    ...(file === null
      ? ['print(response.json())']
      : [`with open(${quotePython(file)}, "wb") as file:`, '    file.write(response.content)']),
  ].join('\n')
}
