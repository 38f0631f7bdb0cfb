import { type ApiRequest, apiKeySymbol } from '../request/build-request.ts'
import { quoteJava } from './quoting.ts'
import { apiKeyVariable, describeSample, type SampleFile, type SampleInput } from './sample-input.ts'

const key = `System.getenv(${quoteJava(apiKeyVariable)})`

/** Java 11 or later, standard library only: `java Sample.java`. */
export function java(input: SampleInput): string {
  const { request } = input
  const { isGet, address, fields, file } = describeSample(input, {
    quote: quoteJava,
    readVariable: () => key,
  })
  return [
    'import java.net.URI;',
    ...(isGet ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(isGet ? ['import java.nio.charset.StandardCharsets;'] : []),
    ...(file === null ? [] : ['import java.nio.file.Files;', 'import java.nio.file.Path;']),
    '',
    'public class Sample {',
    '    public static void main(String[] arguments) throws Exception {',
    ...(isGet ? getLines(address, fields) : postLines(address, request)),
    ...responseLines(file),
    '    }',
    ...(isGet ? encodeLines : []),
    '}',
  ].join('\n')
}

function responseLines(file: SampleFile | null): string[] {
  const [bodyHandler, text] =
    file === null ? ['ofString', 'response.body()'] : ['ofByteArray', 'new String(response.body())']
  return [
    '        var client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();',
    `        var response = client.send(request, HttpResponse.BodyHandlers.${bodyHandler}());`,
    ...(file === null
      ? []
      : ['        var type = response.headers().firstValue("Content-Type").orElse("");']),
    `        if (response.statusCode() != 200${file?.isImage ? ' || !type.startsWith("image/")' : ''}) {`,
    `            throw new IllegalStateException(response.statusCode() + " " + ${text});`,
    '        }',
    ...outputLines(file, text).map((line) => `        ${line}`),
  ]
}

function outputLines(file: SampleFile | null, text: string): string[] {
  const print = `System.out.println(${text});`
  if (file === null) return [print]
  const save = `Files.write(Path.of(${quoteJava(file.name)}), response.body());`
  if (file.isImage) return [save]
  return ['if (type.startsWith("application/json")) {', `    ${print}`, '} else {', `    ${save}`, '}']
}

const encodeLines = [
  '',
  '    static String encode(String text) {',
  '        return URLEncoder.encode(text, StandardCharsets.UTF_8);',
  '    }',
]

function getLines(address: string, fields: ReturnType<typeof describeSample>['fields']): string[] {
  const parts = fields.map(({ name, value }) => {
    const start = /^"\w+"$/.test(name) ? name.replace(/"$/, '="') : `encode(${name}) + "="`
    return `            ${start} + encode(${value})`
  })
  return [
    '        var query = String.join("&",',
    `${parts.join(',\n')});`,
    `        var base = ${address};`,
    '        // Validate the base alone: an error about the whole URL would contain the key.',
    '        var request = HttpRequest.newBuilder(URI.create(base)).uri(URI.create(base + query)).build();',
  ]
}

function postLines(address: string, { fields }: ApiRequest): string[] {
  const parts = fields.map(({ name, value }, index) => {
    const start = `${index === 0 ? '{' : ', '}${JSON.stringify(name)}: `
    return value === apiKeySymbol
      ? `${quoteJava(`${start}"`)} + ${key} + ${quoteJava('"')}`
      : quoteJava(start + JSON.stringify(value))
  })
  return [
    `        var body = ${[...parts, quoteJava('}')].join('\n            + ')};`,
    `        var request = HttpRequest.newBuilder(URI.create(${address}))`,
    '            .header("Content-Type", "application/json")',
    '            .POST(HttpRequest.BodyPublishers.ofString(body))',
    '            .build();',
  ]
}
