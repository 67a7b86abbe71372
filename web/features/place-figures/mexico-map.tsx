import mexico from '@svg-maps/mexico'
import { mapSizes } from './map-sizes.ts'
import type { CountryOutline } from './outline.ts'
import { PlaceMap, type PlaceMapProps } from './place-map.tsx'

// The package's own declaration names types that it doesn't bring.
const { locations } = mexico as { locations: readonly { id: string; path: string }[] }

/** States. */
const outline: CountryOutline = {
  shapes: locations.map(({ id, path }) => ({ place: `MX-${id.toUpperCase()}`, path })),
  insets: [],
}

export default function MexicoMap(props: PlaceMapProps) {
  return <PlaceMap size={mapSizes.MX} outline={outline} {...props} />
}
