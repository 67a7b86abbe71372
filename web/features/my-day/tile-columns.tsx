import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { arrangeTiles, type TileShape } from './arrange-tiles.ts'
import classes from './my-day.module.css'

const minTileWidth = 420
const gap = 16
const maxColumns = 3

type Props<T extends TileShape> = Omit<ComponentProps<'div'>, 'children'> & {
  tiles: readonly T[]
  renderTile: (tile: T) => ReactNode
}

/** Tiles in as many columns as there is room for, without a hole under a short one. */
export const TileColumns = <T extends TileShape>({ tiles, renderTile, ...named }: Props<T>) => {
  const frame = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(1)
  // Before anything is painted, and whenever the room changes.
  useLayoutEffect(() => {
    const element = frame.current!
    const measure = (): void => {
      const fitting = Math.floor((element.clientWidth + gap) / (minTileWidth + gap))
      setCount(Math.max(1, Math.min(maxColumns, fitting)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className={classes.columns} {...named}>
      {arrangeTiles(tiles, count).map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is nothing but its place
        <div key={at} className={classes.column}>
          {column.map(renderTile)}
        </div>
      ))}
    </div>
  )
}
