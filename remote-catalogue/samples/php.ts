import { quotePhp } from './quoting.ts'
import {
  apiKeyVariable,
  getFile,
  getQueryBase,
  type SampleFile,
  type SampleInput,
  toExpression,
} from './sample-input.ts'

/** PHP 7 or later, without extensions. */
export function php(input: SampleInput): string {
  const { request } = input
  const file = getFile(input)
  const key = `getenv(${quotePhp(apiKeyVariable)})`
  const pairs = request.fields.map(
    (field) => `    ${quotePhp(field.name)} => ${toExpression(field, { quote: quotePhp, key })},`,
  )
  return [
    '<?php',
    '$fields = [',
    ...pairs,
    '];',
    ...(request.method === 'GET'
      ? [`$response = @file_get_contents(${quotePhp(getQueryBase(request))} . http_build_query($fields));`]
      : [
          '$context = stream_context_create(["http" => [',
          '    "method" => "POST",',
          '    "header" => "Content-Type: application/json",',
          '    "content" => json_encode($fields, JSON_THROW_ON_ERROR),',
          ']]);',
          `$response = @file_get_contents(${quotePhp(request.base)}, false, $context);`,
        ]),
    // @ suppresses PHP's warning, which would print the URL with the key.
    `if ($response === false${file?.isImage ? ` || !${hasType('image\\/')}` : ''}) {`,
    '    fwrite(STDERR, "The request failed. " . $response . PHP_EOL);',
    '    exit(1);',
    '}',
    ...responseLines(file),
  ].join('\n')
}

function responseLines(file: SampleFile | null): string[] {
  const print = 'echo $response, PHP_EOL;'
  if (file === null) return [print]
  const save = `file_put_contents(${quotePhp(file.name)}, $response);`
  if (file.isImage) return [save]
  return [`if (${hasType('application\\/json')}) {`, `    ${print}`, '} else {', `    ${save}`, '}']
}

// PHP sets this variable to the header lines of the response.
function hasType(pattern: string): string {
  return `preg_grep('/^content-type: *${pattern}/i', $http_response_header)`
}
