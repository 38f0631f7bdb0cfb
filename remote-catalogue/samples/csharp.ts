import { quoteCSharp } from './quoting.ts'
import {
  apiKeyVariable,
  getFile,
  getQueryBase,
  type SampleFile,
  type SampleInput,
  toExpression,
} from './sample-input.ts'

/** C# 10 or later (.NET 6), as a program without a class. */
export function cSharp(input: SampleInput): string {
  const { request } = input
  const file = getFile(input)
  const key = `Environment.GetEnvironmentVariable(${quoteCSharp(apiKeyVariable)})`
  const pairs = request.fields.map(
    (field) => `    [${quoteCSharp(field.name)}] = ${toExpression(field, { quote: quoteCSharp, key })},`,
  )
  return [
    ...(request.method === 'POST' ? ['using System.Net.Http.Json;', ''] : []),
    'var fields = new Dictionary<string, string?>',
    '{',
    ...pairs,
    '};',
    'using var client = new HttpClient();',
    ...(request.method === 'GET'
      ? [
          'var query = await new FormUrlEncodedContent(fields).ReadAsStringAsync();',
          `var response = await client.GetAsync(${quoteCSharp(getQueryBase(request))} + query);`,
        ]
      : [`var response = await client.PostAsJsonAsync(${quoteCSharp(request.base)}, fields);`]),
    'response.EnsureSuccessStatusCode();',
    ...responseLines(file),
  ].join('\n')
}

function responseLines(file: SampleFile | null): string[] {
  const text = 'await response.Content.ReadAsStringAsync()'
  const print = `Console.WriteLine(${text});`
  if (file === null) return [print]
  const type = 'var type = response.Content.Headers.ContentType?.MediaType ?? "";'
  const save = `await File.WriteAllBytesAsync(${quoteCSharp(file.name)}, await response.Content.ReadAsByteArrayAsync());`
  return file.isImage
    ? [type, `if (!type.StartsWith("image/")) throw new InvalidOperationException(${text});`, save]
    : [type, `if (type == "application/json") ${print}`, `else ${save}`]
}
