import { keySlot, type ProviderRequest } from '../request/build-request.ts'
import { quoteJava } from './quoting.ts'
import { baseForQuery, expressionOf, fileOf, keyVariable, type Subject } from './subject.ts'

const key = `System.getenv(${quoteJava(keyVariable)})`

/** Java 11 or later, standard library only: `java Sample.java`. */
export function java(subject: Subject): string {
  const { request } = subject
  const file = fileOf(subject)
  const isGet = request.method === 'GET'
  const taken =
    file === null
      ? 'HttpResponse.BodyHandlers.ofString()'
      : `HttpResponse.BodyHandlers.ofFile(Path.of(${quoteJava(file)}))`
  return [
    'import java.net.URI;',
    ...(isGet ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(isGet ? ['import java.nio.charset.StandardCharsets;'] : []),
    ...(file === null ? [] : ['import java.nio.file.Path;']),
    '',
    'public class Sample {',
    '    public static void main(String[] arguments) throws Exception {',
    ...(isGet ? getLines(request) : postLines(request)),
    `        var response = HttpClient.newHttpClient().send(request, ${taken});`,
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    ...(isGet ? encodeLines : []),
    '}',
  ].join('\n')
}

const encodeLines = [
  '',
  '    static String encode(String text) {',
  '        return URLEncoder.encode(text, StandardCharsets.UTF_8);',
  '    }',
]

function getLines(request: ProviderRequest): string[] {
  const parts = request.fields.map((field) => {
    const name = /^\w+$/.test(field.name)
      ? quoteJava(`${field.name}=`)
      : `encode(${quoteJava(field.name)}) + "="`
    return `            ${name} + encode(${expressionOf(field, { quote: quoteJava, key })})`
  })
  return [
    '        var query = String.join("&",',
    `${parts.join(',\n')});`,
    `        var request = HttpRequest.newBuilder(URI.create(${quoteJava(baseForQuery(request))} + query)).build();`,
  ]
}

function postLines({ base, fields }: ProviderRequest): string[] {
  const parts = fields.map(({ name, value }, index) => {
    const left = `${index === 0 ? '{' : ', '}${JSON.stringify(name)}: `
    return value === keySlot
      ? `${quoteJava(`${left}"`)} + ${key} + ${quoteJava('"')}`
      : quoteJava(left + JSON.stringify(value))
  })
  return [
    `        var body = ${[...parts, quoteJava('}')].join('\n            + ')};`,
    `        var request = HttpRequest.newBuilder(URI.create(${quoteJava(base)}))`,
    '            .header("Content-Type", "application/json")',
    '            .POST(HttpRequest.BodyPublishers.ofString(body))',
    '            .build();',
  ]
}
