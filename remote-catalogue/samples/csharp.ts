import { quoteCSharp } from './quoting.ts'
import { apiKeyVariable, getFileName, getQueryBase, type SampleInput, toExpression } from './sample-input.ts'

/** C# 10 or later (.NET 6), as a program without a class. */
export function cSharp(input: SampleInput): string {
  const { request } = input
  const file = getFileName(input)
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
    file === null
      ? 'Console.WriteLine(await response.Content.ReadAsStringAsync());'
      : `await File.WriteAllBytesAsync(${quoteCSharp(file)}, await response.Content.ReadAsByteArrayAsync());`,
  ].join('\n')
}
