import mexico from '@svg-maps/mexico'
import type { CountryOutline } from './outline.ts'
import { PlaceMap, type PlaceMapProps } from './place-map.tsx'

// The package's own declaration names types that it doesn't bring.
const { viewBox, locations } = mexico as { viewBox: string; locations: readonly { id: string; path: string }[] }
const [, , width = 0, height = 0] = viewBox.split(' ').map(Number)

/** States. */
const outline: CountryOutline = {
  width,
  height,
  shapes: locations.map(({ id, path }) => ({ place: `MX-${id.toUpperCase()}`, path })),
  insets: [],
}

export default function MexicoMap(props: PlaceMapProps) {
  return <PlaceMap outline={outline} {...props} />
}
