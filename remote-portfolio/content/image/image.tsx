import type { ResponsiveImage as ImageData } from '@portico/shared/content/blocks.ts'
import styles from './image.module.css'

interface ImageProps {
  readonly image: ImageData
  /** How wide it is drawn, as the attribute `sizes` says it. */
  readonly sizes: string
  /** True: it is in sight at once, and is loaded first. */
  readonly isFirst?: boolean
  /** True: a text beside it says the same. */
  readonly isDecoration?: boolean
}

/** An image in the best format and size for the screen; its room is kept before it is there. */
export function Image({ image, sizes, isFirst = false, isDecoration = false }: ImageProps) {
  const { alt, width, height, sources } = image
  const last = sources.at(-1)
  const largest = last?.files.at(-1)
  if (last === undefined || largest === undefined) return null
  return (
    <picture className={styles.frame}>
      {sources.slice(0, -1).map(({ type, files }) => (
        <source key={type} type={type} srcSet={srcSetOf(files)} sizes={sizes} />
      ))}
      <img
        className={styles.image}
        sizes={sizes}
        srcSet={srcSetOf(last.files)}
        src={largest.address}
        alt={isDecoration ? '' : alt}
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}

function srcSetOf(files: ImageData['sources'][number]['files']): string {
  return files.map(({ address, width }) => `${address} ${width}w`).join(', ')
}
