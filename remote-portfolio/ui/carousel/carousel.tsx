import arrowLeftIcon from '@lucide/icons/icons/arrow-left'
import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import pauseIcon from '@lucide/icons/icons/pause'
import playIcon from '@lucide/icons/icons/play'
import { getRoundButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { useReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './carousel.module.css'

interface Slide {
  readonly key: string
  /** Announced when the slide is shown. */
  readonly name: string
  readonly content: ReactNode
}

interface CarouselProps {
  /** The accessible name, without the word “carousel”. */
  readonly label: string
  /** Shown next to the buttons. */
  readonly heading: ReactNode
  readonly slides: readonly Slide[]
}

/** Shows one slide at a time, following the carousel pattern of the ARIA Authoring Practices. */
export function Carousel({ label, heading, slides }: CarouselProps) {
  const rotation = useRotation(slides.length)
  const swipe = useSwipe(rotation.step)
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      {...rotation.pauseHandlers}
    >
      <div className={styles.head}>
        {heading}
        {slides.length > 1 && <Controls rotation={rotation} count={slides.length} />}
      </div>
      {/* Announced only when the visitor changes the slide: automatic changes would interrupt screen readers. */}
      <div className={styles.slides} aria-live={rotation.isRotating ? 'off' : 'polite'} {...swipe}>
        {slides.map(({ key, name, content }, index) => {
          const isCurrent = index === rotation.current
          return (
            // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset
            <div
              key={key}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}: ${name}`}
              aria-hidden={!isCurrent}
              inert={!isCurrent}
              className={styles.slide}
            >
              {content}
            </div>
          )
        })}
      </div>
    </section>
  )
}

function Controls({ rotation, count }: { readonly rotation: Rotation; readonly count: number }) {
  return (
    <div className={styles.controls}>
      <span className={styles.position} aria-hidden="true">
        {rotation.current + 1} / {count}
      </span>
      <button
        type="button"
        className={getRoundButtonClass()}
        onClick={rotation.toggle}
        aria-label={`${rotation.isEnabled ? 'Stop' : 'Start'} slideshow`}
      >
        <Icon icon={rotation.isEnabled ? pauseIcon : playIcon} />
      </button>
      <button
        type="button"
        className={getRoundButtonClass()}
        onClick={() => rotation.step(-1)}
        aria-label="Previous slide"
      >
        <Icon icon={arrowLeftIcon} />
      </button>
      <button
        type="button"
        className={getRoundButtonClass()}
        onClick={() => rotation.step(1)}
        aria-label="Next slide"
      >
        <Icon icon={arrowRightIcon} />
      </button>
    </div>
  )
}

/** How long a slide is shown (specification, section 9). */
const slideIntervalMs = 5000

type Rotation = ReturnType<typeof useRotation>

/**
 * Rotates `count` slides as the carousel pattern of the ARIA Authoring Practices asks: hover and focus pause the
 * rotation, reduced motion turns it off, and Start resumes it immediately, even under the pointer, until the next pause.
 */
function useRotation(count: number) {
  const [current, setCurrent] = useState(0)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isForced, setForced] = useState(false)
  const [choice, setChoice] = useState<'start' | 'stop' | null>(null)
  const isReduced = useReducedMotion()
  const isEnabled = choice === null ? !isReduced : choice === 'start'
  const isRotating = count > 1 && isEnabled && (isForced || !(isHovered || isFocused))
  const step = (by: 1 | -1) => setCurrent((now) => (now + by + count) % count)

  // A layout effect, so that the interval starts when the slide is painted. `current`: a manual change restarts it.
  useLayoutEffect(() => {
    if (!isRotating) return
    const timer = setTimeout(() => setCurrent((current + 1) % count), slideIntervalMs)
    return () => clearTimeout(timer)
  }, [isRotating, current, count])

  return {
    /** Index of the visible slide. */
    current,
    /** The slides are changing automatically right now. */
    isRotating,
    /** The slides change automatically whenever nothing pauses them. */
    isEnabled,
    step,
    toggle() {
      setChoice(isEnabled ? 'stop' : 'start')
      setForced(!isEnabled)
    },
    /** Spread on the element that pauses the rotation while it is hovered or has the focus. */
    pauseHandlers: {
      onPointerEnter: () => pause(setHovered),
      onPointerLeave: () => setHovered(false),
      onFocus: () => pause(setFocused),
      onBlur: () => setFocused(false),
    },
  }

  function pause(set: (isPaused: boolean) => void): void {
    set(true)
    setForced(false)
  }
}

/** A shorter movement, in CSS pixels, is not a swipe (specification, section 9). */
const swipeThresholdPx = 40

/**
 * Props for an element that can be swiped by finger or pen, not by mouse, which selects text. Calls `step(1)` for a
 * swipe to the left and `step(-1)` for one to the right. The element needs `touch-action: pan-y`, or the browser treats
 * the gesture as scrolling.
 */
function useSwipe(step: (by: 1 | -1) => void) {
  const start = useRef<{ readonly pointer: number; readonly x: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      start.current = event.pointerType === 'mouse' ? null : { pointer: event.pointerId, x: event.clientX }
    },
    onPointerUp(event: PointerEvent) {
      if (start.current?.pointer !== event.pointerId) return
      const movedPx = event.clientX - start.current.x
      start.current = null
      if (Math.abs(movedPx) >= swipeThresholdPx) step(movedPx < 0 ? 1 : -1)
    },
    onPointerCancel() {
      start.current = null
    },
  }
}
