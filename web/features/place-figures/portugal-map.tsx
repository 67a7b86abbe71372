import portugal from '@react-jvectormap/portugal/dist/ptMill.json'
import { mapSizes } from './map-sizes.ts'
import type { CountryOutline } from './outline.ts'
import { PlaceMap, type PlaceMapProps } from './place-map.tsx'

const { paths } = portugal.content

/** The file leaves room for the Selvagens far below Madeira, where nobody lives: they are left out. */
const madeiraBottom = 900
const withoutSelvagens = (path: string): string =>
  path
    .split(/(?=M)/)
    .filter((part) => Number(/,(-?[\d.]+)/.exec(part)?.[1]) < madeiraBottom)
    .join('')

/** Districts, with the Azores and Madeira in frames beside them. */
const outline: CountryOutline = {
  shapes: Object.entries(paths).map(([place, { path }]) => ({
    place,
    path: place === 'PT-30' ? withoutSelvagens(path) : path,
  })),
  insets: [
    { x: 0, y: 80, width: 420, height: 250 },
    { x: 0, y: 580, width: 420, height: 200 },
  ],
}

export default function PortugalMap(props: PlaceMapProps) {
  return <PlaceMap size={mapSizes.PT} outline={outline} {...props} />
}
