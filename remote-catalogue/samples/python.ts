import { quotePython } from './quoting.ts'
import { apiKeyVariable, getFileName, type SampleInput, toExpression } from './sample-input.ts'

const timeoutSeconds = 30 // requests has no timeout of its own

/** Python with the requests package. */
export function python(input: SampleInput): string {
  const { method, base, fields } = input.request
  const file = getFileName(input)
  const key = `os.environ[${quotePython(apiKeyVariable)}]`
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
        `            ${quotePython(field.name)}: ${toExpression(field, { quote: quotePython, key })},`,
    ),
    '        },',
    `        timeout=${timeoutSeconds},`,
    '    )',
    'except requests.RequestException as error:',
    '    # Its message contains the URL and therefore the key.',
    '    raise SystemExit(f"No response: {type(error).__name__}") from None',
    // Not raise_for_status: its message contains the URL and so the key.
    'if not response.ok:',
    '    raise SystemExit(f"{response.status_code} {response.text}")',
    ...(file === null
      ? ['print(response.json())']
      : [`with open(${quotePython(file)}, "wb") as file:`, '    file.write(response.content)']),
  ].join('\n')
}
