import type { Values } from '@portico/shared/provider/check-values.ts'
import { type Colour, readChannels, readHex } from '@portico/shared/provider/read-colour.ts'
import { readNamed } from './named-colour.ts'
import styles from './preview.module.css'

/** The colour that the picture would have. */
export function ColourPreview({ values }: { readonly values: Values }) {
  const colour = colourOf(values)
  if (colour === null) return <p className={styles.note}>Give a colour that can be read, to see it here.</p>
  const [red, green, blue, opacity] = colour
  const css = `rgb(${red} ${green} ${blue} / ${opacity})`
  return (
    <>
      <p className={styles.note}>The picture is one colour: this one.</p>
      <div
        className={styles.colour}
        role="img"
        aria-label={`The colour ${css}`}
        style={{ backgroundColor: css }}
      />
    </>
  )
}

function colourOf({ color = '', hex = '', rgb = '', rgba = '' }: Values): Colour | null {
  if (hex !== '') return readHex(hex)
  if (rgb !== '') return readChannels(rgb, 3)
  if (rgba !== '') return readChannels(rgba, 4)
  return readNamed(color)
}
