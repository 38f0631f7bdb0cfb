import styles from './icon.module.css'

/**
 * A line drawing on a 24 x 24 grid (each of `glyphs/` in a file of its own, or a page would bring those of all pages),
 * beside a text that says the same: it has no name of its own.
 */
export function Icon({ glyph }: { readonly glyph: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={glyph} />
    </svg>
  )
}
