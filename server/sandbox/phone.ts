import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { Problem } from '../http/problems/errors.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The countries of a calling code, with or without a leading + or 00. Throws `invalid-request`. */
export function findCallingCode(text: string) {
  const code = text.trim().replace(/^(?:\+|00)/, '')
  const countries = getCountries().filter((country) => getCountryCallingCode(country) === code)
  if (countries.length === 0)
    throw new Problem('invalid-request', { fields: { call_code: 'No country has this calling code.' } })
  return { call_code: code, countries: countries.map((country) => ({ country, name: names.of(country) })) }
}

/** Validates a phone number for a country and formats it. Throws `invalid-request`. */
export function validatePhoneNumber(text: string, countryText: string) {
  const country = readCountry(countryText)
  const parsed = parsePhoneNumberFromString(text, country)
  const isOwn = parsed?.country === undefined || parsed.country === country
  return {
    valid: (parsed?.isValid() ?? false) && isOwn,
    possible: (parsed?.isPossible() ?? false) && isOwn,
    country: { country, name: names.of(country) },
    type: parsed?.getType() ?? null,
    e164: parsed?.number ?? null,
    international: parsed?.formatInternational() ?? null,
    national: parsed?.formatNational() ?? null,
  }
}

function readCountry(text: string): CountryCode {
  const country = text.trim().toUpperCase()
  if (isSupportedCountry(country)) return country
  const country_code = 'Expected a two-letter country code, such as US.'
  throw new Problem('invalid-request', { fields: { country: country_code } })
}
