import { z } from 'zod'
import { clientChannels } from './clients.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { exportFormats } from './core/list.ts'
import { Id, Money } from './core/values.ts'
import { FigureHead, FigurePlace, figureFilters } from './figures.ts'

const Count = z.number().int()

/** At the end of the range, but for what was raised in it. */
const Sums = z.object({
  clients: Count,
  /** Active ones. */
  accounts: Count,
  capital: Money,
  balance: Money,
  captation: Money,
})
export type PlaceSums = z.infer<typeof Sums>

const PlaceLine = Sums.extend({ place: FigurePlace })
export type PlaceLine = z.infer<typeof PlaceLine>

const ChannelLine = Sums.extend({ channel: z.enum(clientChannels) })
/** Clients aren't counted by product: they may have several. */
const ProductLine = Sums.omit({ clients: true }).extend({ product: z.object({ id: Id, name: z.string() }) })

export const getPlaceFigures = defineEndpoint({
  method: 'GET',
  path: '/place-figures',
  summary: 'Clients, capital, balance and captation by where the clients live, by channel and by product',
  module: 'bt_Dashboard2',
  action: 'view',
  query: z.object(figureFilters),
  output: FigureHead.extend({
    total: Sums,
    /** Each kind of lines adds up to the total. */
    places: z.array(PlaceLine),
    channels: z.array(ChannelLine),
    products: z.array(ProductLine),
  }),
})

export const placeDivisions = ['place', 'channel', 'product'] as const

export const placeFileColumns = [
  'country',
  'place',
  'channel',
  'product',
  'clients',
  'accounts',
  'capital',
  'balance',
  'captation',
] as const

export const exportPlaceFigures = defineEndpoint({
  method: 'GET',
  path: '/place-figures/export',
  summary: 'The figures by place, channel or product, as Excel or CSV',
  module: 'bt_Dashboard2',
  action: 'export',
  query: z.object({
    ...figureFilters,
    by: z.enum(placeDivisions),
    format: z.enum(exportFormats),
    /** Keys of the columns, with commas between them. */
    columns: z.string().max(200).optional(),
    filterText: z.string().trim().min(1).max(1000).optional(),
  }),
  output: z.unknown(),
})
