import { quoteCSharp } from './quoting.ts'
import { describeSample, type SampleFile, type SampleInput } from './sample-input.ts'

/** C# 10 or later (.NET 6), as a program without a class. */
export function cSharp(input: SampleInput): string {
  const { isGet, address, fields, file } = describeSample(input, {
    quote: quoteCSharp,
    readVariable: (name) => `Environment.GetEnvironmentVariable(${name})`,
  })
  return [
    ...(isGet ? [] : ['using System.Net.Http.Json;', '']),
    'var fields = new Dictionary<string, string?>',
    '{',
    ...fields.map(({ name, value }) => `    [${name}] = ${value},`),
    '};',
    'using var client = new HttpClient();',
    ...(isGet
      ? [
          'var query = await new FormUrlEncodedContent(fields).ReadAsStringAsync();',
          `var response = await client.GetAsync(${address} + query);`,
        ]
      : [`var response = await client.PostAsJsonAsync(${address}, fields);`]),
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
