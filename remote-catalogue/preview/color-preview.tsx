import { type Color, parseChannels, parseHex } from '@portico/kit/api/parse-color.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { parseNamedColor } from './parse-named-color.ts'
import styles from './preview.module.css'

/** The colour of the image. */
export function ColorPreview({ values }: { readonly values: Values }) {
  const color = parseColor(values)
  if (color === null) return <p className={styles.note}>Enter a valid colour to see it here.</p>
  const [red, green, blue, opacity] = color
  const css = `rgb(${red} ${green} ${blue} / ${opacity})`
  return (
    <>
      <p className={styles.note}>The image is this one colour.</p>
      <div
        className={styles.swatch}
        role="img"
        aria-label={`The colour ${css}`}
        style={{ backgroundColor: css }}
      />
    </>
  )
}

function parseColor({ color = '', hex = '', rgb = '', rgba = '' }: Values): Color | null {
  if (hex !== '') return parseHex(hex)
  if (rgb !== '') return parseChannels(rgb, 3)
  if (rgba !== '') return parseChannels(rgba, 4)
  return parseNamedColor(color)
}
