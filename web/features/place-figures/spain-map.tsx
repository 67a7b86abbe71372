import { type GeoProjection, geoConicConformal, geoMercator, geoPath } from 'd3-geo'
import spain from 'es-atlas/es/provinces.json'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { mapSizes } from './map-sizes.ts'
import type { CountryOutline } from './outline.ts'
import { PlaceMap, type PlaceMapProps } from './place-map.tsx'

// The types of the file's own letters are wider than what the format allows.
const topology = spain as unknown as Topology<{ provinces: GeometryCollection }>

const canaries = new Set(['35', '38'])
/** Drawn in the file for its border, and no part of the country. */
const gibraltar = '54'

const { width, height } = mapSizes.ES
const inset = { x: 4, y: 452, width: 190, height: 104 }

/** Too small to be hit: a ring around it belongs to it. */
const minSize = 8
const ringRadius = 6

const drawRing = ([x, y]: [number, number]): string =>
  `M${x - ringRadius},${y}a${ringRadius},${ringRadius} 0 1,0 ${2 * ringRadius},0a${ringRadius},${ringRadius} 0 1,0 ${-2 * ringRadius},0z`

/** Provinces, with the Canaries in a frame below Portugal's place. */
const outline: CountryOutline = (() => {
  const { features } = feature(topology, topology.objects.provinces)
  const isCanary = (id: unknown): boolean => canaries.has(String(id))
  const toCollection = (some: typeof features) => ({ type: 'FeatureCollection' as const, features: some })
  const fitInto = (
    projection: GeoProjection,
    [x, y]: [number, number],
    [right, bottom]: [number, number],
    of: typeof features,
  ) =>
    geoPath(
      projection.fitExtent(
        [
          [x, y],
          [right, bottom],
        ],
        toCollection(of),
      ),
    )
  const mainland = features.filter(({ id }) => !isCanary(id))
  const islands = features.filter(({ id }) => isCanary(id))
  const drawMainland = fitInto(
    geoConicConformal().parallels([37, 43]).rotate([3, 0]),
    [94, 4],
    [width - 4, height - 4],
    mainland,
  )
  const drawIslands = fitInto(
    geoMercator(),
    [inset.x + 8, inset.y + 8],
    [inset.x + inset.width - 8, inset.y + inset.height - 8],
    islands,
  )
  const shapes = features
    .filter(({ id }) => id !== gibraltar)
    .map((province) => {
      const draw = isCanary(province.id) ? drawIslands : drawMainland
      const [[left, top], [right, bottom]] = draw.bounds(province)
      const isSmall = right - left < minSize && bottom - top < minSize
      return {
        place: `ES-${province.id}`,
        path: (draw(province) ?? '') + (isSmall ? drawRing(draw.centroid(province)) : ''),
      }
    })
  return { shapes, insets: [inset] }
})()

export default function SpainMap(props: PlaceMapProps) {
  return <PlaceMap size={mapSizes.ES} outline={outline} {...props} />
}
