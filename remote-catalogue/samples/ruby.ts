import { quoteRuby } from './quoting.ts'
import { describeSample, type SampleFile, type SampleInput } from './sample-input.ts'

/** Ruby, standard library only. */
export function ruby(input: SampleInput): string {
  const { request } = input
  const { isGet, fields, file } = describeSample(input, {
    quote: quoteRuby,
    readVariable: (name) => `ENV.fetch(${name})`,
  })
  return [
    'require "json"',
    'require "net/http"',
    '',
    'fields = {',
    ...fields.map(({ name, value }) => `  ${name} => ${value},`),
    '}',
    ...(isGet
      ? [
          // Set the query separately: an error about the base URL would print the whole URL with the key.
          `uri = URI(${quoteRuby(request.base)})`,
          request.base.includes('?')
            ? 'uri.query += "&" + URI.encode_www_form(fields)'
            : 'uri.query = URI.encode_www_form(fields)',
          'response = Net::HTTP.get_response(uri)',
          // Unlike other clients, this one follows no redirect.
          'response = Net::HTTP.get_response(URI.join(uri, response["location"])) if response.is_a?(Net::HTTPRedirection)',
        ]
      : [
          `response = Net::HTTP.post(URI(${quoteRuby(request.base)}), fields.to_json, "Content-Type" => "application/json")`,
        ]),
    `abort "#{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)${
      file?.isImage ? ' && response.content_type.to_s.start_with?("image/")' : ''
    }`,
    ...responseLines(file),
  ].join('\n')
}

function responseLines(file: SampleFile | null): string[] {
  const print = 'puts JSON.parse(response.body)'
  if (file === null) return [print]
  const save = `File.binwrite(${quoteRuby(file.name)}, response.body)`
  if (file.isImage) return [save]
  return ['if response.content_type == "application/json"', `  ${print}`, 'else', `  ${save}`, 'end']
}
