import { quotePython } from './quoting.ts'
import { apiKeyVariable, getFile, type SampleFile, type SampleInput, toExpression } from './sample-input.ts'

const timeoutSeconds = 30 // requests has no timeout of its own

/** Python with the requests package. */
export function python(input: SampleInput): string {
  const { method, base, fields } = input.request
  const file = getFile(input)
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
    ...(file === null ? [] : ['content_type = response.headers.get("Content-Type", "")']),
    `if not response.ok${file?.isImage ? ' or not content_type.startswith("image/")' : ''}:`,
    '    raise SystemExit(f"{response.status_code} {response.text}")',
    ...responseLines(file),
  ].join('\n')
}

function responseLines(file: SampleFile | null): string[] {
  if (file === null) return ['print(response.json())']
  const save = [`with open(${quotePython(file.name)}, "wb") as file:`, '    file.write(response.content)']
  if (file.isImage) return save
  return [
    'if content_type.startswith("application/json"):',
    '    print(response.json())',
    'else:',
    ...save.map((line) => `    ${line}`),
  ]
}
