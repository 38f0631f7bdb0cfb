import { prefersReducedMotion } from '@portico/shared/ui/reduced-motion.ts'
import { useEffect, useRef, useState } from 'react'
import { SmallButton } from '../../ui/small-button.tsx'
import styles from './response-view.module.css'

interface AnimatedImageProps {
  readonly url: string
  readonly name: string
}

/** A picture that may move. It can be stopped, and stands still from the start for who wants less motion. */
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

/** The first frame, drawn: a browser cannot stop a picture, and a canvas does not move. */
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
