import { quotePhp } from './quoting.ts'
import { apiKeyVariable, getFileName, getQueryBase, type SampleInput, toExpression } from './sample-input.ts'

/** PHP 7 or later, without extensions. */
export function php(input: SampleInput): string {
  const { request } = input
  const file = getFileName(input)
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
    'if ($response === false) {',
    '    fwrite(STDERR, "The request failed." . PHP_EOL);',
    '    exit(1);',
    '}',
    file === null ? 'echo $response, PHP_EOL;' : `file_put_contents(${quotePhp(file)}, $response);`,
  ].join('\n')
}
