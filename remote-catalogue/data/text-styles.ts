import type { TextStyle } from '@portico/kit/api/text-style.ts'

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

interface Alphabet {
  /** Code point of the first letter of each row; letters of a missing row are kept. */
  readonly upper?: number
  readonly lower?: number
  readonly digits?: number
  /** Letters that Unicode had already encoded elsewhere. */
  readonly exceptions?: Readonly<Record<string, string>>
}

function alphabet({ exceptions, ...rows }: Alphabet): TextStyle {
  const row = (plain: string, first: number | undefined) => (first === undefined ? {} : run(plain, first))
  return {
    letters: {
      ...row(upper, rows.upper),
      ...row(lower, rows.lower),
      ...row(digits, rows.digits),
      ...exceptions,
    },
  }
}

/** Maps the plain characters to those that follow `first` in Unicode. */
function run(plain: string, first: number): Record<string, string> {
  return pairs(plain, [...plain].map((_, index) => String.fromCodePoint(first + index)).join(''))
}

function pairs(plain: string, styled: string): Record<string, string> {
  const letters = [...styled]
  return Object.fromEntries([...plain].map((character, index) => [character, letters[index] ?? character]))
}

/** Maps lower and upper case to the same 26 letters, in alphabetical order. */
function bothCases(styled: string): Record<string, string> {
  return { ...pairs(upper, styled), ...pairs(lower, styled) }
}

const toAlphabet = (first: number) => String.fromCodePoint(...[...upper].map((_, index) => first + index))
const oneToNine = '123456789'
const fromSpaceToTilde = String.fromCodePoint(...Array.from({ length: 94 }, (_, index) => 0x21 + index))

const script = { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' }
const fraktur = { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }
const doubleStruck = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }

const superscript = {
  ...pairs(upper, 'ᴬᴮᶜᴰᴱᶠᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾQᴿˢᵀᵁⱽᵂˣʸᶻ'),
  ...pairs(lower, 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ'),
  ...pairs(`${digits}+-=()`, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'),
}
const subscript = { ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'), ...run(digits, 0x2080) }
const upsideDown = {
  ...bothCases('ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz'),
  ...pairs(`${digits}.,?!()[]{}<>&_'"`, "0ƖᄅƐㄣϛ9ㄥ86˙'¿¡)(][}{><⅋‾,„"),
}

const zeroWidthNonJoiner = '\u200c' // without it, two regional letters are one flag

/** The transformation of each text style, by its number in the data. */
export const textStyles: Readonly<Record<string, TextStyle>> = {
  1: alphabet({ upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce }),
  2: alphabet({ upper: 0x1d434, lower: 0x1d44e, exceptions: { h: 'ℎ' } }),
  3: alphabet({ upper: 0x1d468, lower: 0x1d482 }),
  4: alphabet({ upper: 0x1d49c, lower: 0x1d4b6, exceptions: script }),
  5: alphabet({ upper: 0x1d4d0, lower: 0x1d4ea }),
  6: alphabet({ upper: 0x1d504, lower: 0x1d51e, exceptions: fraktur }),
  7: alphabet({ upper: 0x1d56c, lower: 0x1d586 }),
  8: alphabet({ upper: 0x1d538, lower: 0x1d552, digits: 0x1d7d8, exceptions: doubleStruck }),
  9: alphabet({ upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2 }),
  10: alphabet({ upper: 0x1d5d4, lower: 0x1d5ee, digits: 0x1d7ec }),
  11: alphabet({ upper: 0x1d608, lower: 0x1d622 }),
  12: alphabet({ upper: 0x1d63c, lower: 0x1d656 }),
  13: alphabet({ upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6 }),
  14: { letters: { ...run(fromSpaceToTilde, 0xff01), ' ': '\u3000' } },
  15: { letters: { ...run(upper, 0x24b6), ...run(lower, 0x24d0), ...run(oneToNine, 0x2460), 0: '⓪' } },
  16: { letters: { ...bothCases(toAlphabet(0x1f150)), ...run(oneToNine, 0x2776), 0: '⓿' } },
  17: { letters: bothCases(toAlphabet(0x1f130)) },
  18: { letters: bothCases(toAlphabet(0x1f170)) },
  19: { letters: { ...run(upper, 0x1f110), ...run(lower, 0x249c), ...run(oneToNine, 0x2474) } },
  20: { letters: bothCases(toAlphabet(0x1f1e6)), between: zeroWidthNonJoiner },
  21: { letters: bothCases('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ') },
  22: { letters: superscript },
  23: { letters: subscript },
  24: { letters: upsideDown, reversed: true },
  25: { reversed: true },
  26: { letters: bothCases('ΛBᄃDΣFGΉIJKᄂMПӨPQЯƧƬЦVЩXΨZ') },
  27: { letters: bothCases('ДБСDЭFGНIJКLМИОРQЯЅТЦVШХУZ') },
  28: { letters: bothCases('₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱QⱤ₴₮ɄV₩ӾɎⱫ') },
  29: { letters: bothCases('ƛƁƇƊЄƑƓӇƖʆƘᏞMƝƠƤƢƦƧƬƲVƜXƳȤ') },
  30: { letters: bothCases('ⱥƀȼđɇfǥħɨɉꝁłmnøᵽꝗɍsŧʉvwxɏƶ') },
  31: { mark: '\u0336' },
  32: { mark: '\u0332' },
  33: { mark: '\u0333' },
  34: { mark: '\u0305' },
  35: { mark: '\u0338' },
  36: { mark: '\u0334' },
  37: { mark: '\u0307' },
  38: { mark: '\u20de' },
  39: { between: ' ' },
  40: { between: '★' },
}
