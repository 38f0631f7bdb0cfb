import { prefersReducedMotion } from '@portico/shared/ui/reduced-motion.ts'
import { useEffect, useRef, useState } from 'react'
import { SmallButton } from '../../ui/small-button.tsx'
import styles from './response-view.module.css'

interface AnimatedImageProps {
  readonly url: string
  readonly name: string
}

/** An image that may be animated. It can be paused, and starts paused for visitors who prefer reduced motion. */
export function AnimatedImage({ url, name }: AnimatedImageProps) {
  const [isPlaying, setPlaying] = useState(() => !prefersReducedMotion())
  return (
    <div className={styles.moving}>
      {isPlaying ? (
        <img className={styles.picture} src={url} alt={`Response of ${name}`} />
      ) : (
        <FirstFrame url={url} name={name} />
      )}
      <SmallButton onClick={() => setPlaying(!isPlaying)}>
        {isPlaying ? 'Stop animation' : 'Play animation'}
      </SmallButton>
    </div>
  )
}

/** The first frame on a canvas: browsers can't pause an image. */
function FirstFrame({ url, name }: AnimatedImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const picture = new Image()
    picture.onload = () => {
      if (canvas.current === null) return
      canvas.current.width = picture.naturalWidth
      canvas.current.height = picture.naturalHeight
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
    }
    picture.src = url
    return () => {
      picture.onload = null
    }
  }, [url])
  return (
    <canvas ref={canvas} className={styles.picture} role="img" aria-label={`Response of ${name}, paused`} />
  )
}
