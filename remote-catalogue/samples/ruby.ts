import { quoteRuby } from './quoting.ts'
import { apiKeyVariable, getFileName, type SampleInput, toExpression } from './sample-input.ts'

/** Ruby, standard library only. */
export function ruby(input: SampleInput): string {
  const { request } = input
  const file = getFileName(input)
  const key = `ENV.fetch(${quoteRuby(apiKeyVariable)})`
  const pairs = request.fields.map(
    (field) => `  ${quoteRuby(field.name)} => ${toExpression(field, { quote: quoteRuby, key })},`,
  )
  return [
    'require "json"',
    'require "net/http"',
    '',
    'fields = {',
    ...pairs,
    '}',
    ...(request.method === 'GET'
      ? [
          // Set the query separately: an error about the base URL would print the whole URL with the key.
          `uri = URI(${quoteRuby(request.base)})`,
          request.base.includes('?')
            ? 'uri.query += "&" + URI.encode_www_form(fields)'
            : 'uri.query = URI.encode_www_form(fields)',
          'response = Net::HTTP.get_response(uri)',
        ]
      : [
          `response = Net::HTTP.post(URI(${quoteRuby(request.base)}), fields.to_json, "Content-Type" => "application/json")`,
        ]),
    'abort "#{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)',
    file === null ? 'puts JSON.parse(response.body)' : `File.binwrite(${quoteRuby(file)}, response.body)`,
  ].join('\n')
}
