import { quotePhp } from './quoting.ts'
import { describeSample, type SampleFile, type SampleInput } from './sample-input.ts'

/** PHP 7 or later, without extensions. */
export function php(input: SampleInput): string {
  const { isGet, address, fields, file } = describeSample(input, {
    quote: quotePhp,
    readVariable: (name) => `getenv(${name})`,
  })
  return [
    '<?php',
    '$fields = [',
    ...fields.map(({ name, value }) => `    ${name} => ${value},`),
    '];',
    ...(isGet
      ? [`$response = @file_get_contents(${address} . http_build_query($fields));`]
      : [
          '$context = stream_context_create(["http" => [',
          '    "method" => "POST",',
          '    "header" => "Content-Type: application/json",',
          '    "content" => json_encode($fields, JSON_THROW_ON_ERROR),',
          ']]);',
          `$response = @file_get_contents(${address}, false, $context);`,
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
