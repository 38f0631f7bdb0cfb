import { quotePython } from './quoting.ts'
import { describeSample, type SampleFile, type SampleInput } from './sample-input.ts'

const timeoutSeconds = 30 // requests has no timeout of its own

/** Python with the requests package. */
export function python(input: SampleInput): string {
  const { method, base } = input.request
  const { fields, file } = describeSample(input, {
    quote: quotePython,
    readVariable: (name) => `os.environ[${name}]`,
  })
  return [
    'import os',
    '',
    'import requests',
    '',
    'try:',
    `    response = requests.${method.toLowerCase()}(`,
    `        ${quotePython(base)},`,
    `        ${method === 'GET' ? 'params' : 'json'}={`,
    ...fields.map(({ name, value }) => `            ${name}: ${value},`),
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
