import type { FigureKey, FigurePart } from '../figures/keys.ts'

/** What the panel shows of the firm, in this order. Captation and its goal come by themselves. */
export const panelTiles = ['capital', 'clients', 'in', 'out', 'net', 'requests', 'maturities', 'retention'] as const
export type PanelTile = (typeof panelTiles)[number]

/** As what a value is read: euros, a number, or per cent. */
export const panelUnits = {
  capital: 'money',
  clients: 'count',
  in: 'money',
  out: 'money',
  net: 'money',
  requests: 'money',
  maturities: 'money',
  retention: 'percent',
} as const satisfies Record<PanelTile, 'money' | 'count' | 'percent'>

type TileRows = { figure: FigureKey; parts: readonly FigurePart[] | null }

/** Which rows a tile adds up; retention has those of the maturity desk. */
export const panelTileRows = {
  capital: { figure: 'totalCapital', parts: null },
  clients: { figure: 'clients', parts: null },
  in: { figure: 'flows', parts: ['contribution'] },
  out: { figure: 'flows', parts: ['withdrawal', 'cancellation', 'maturity'] },
  net: { figure: 'flows', parts: ['contribution', 'withdrawal', 'cancellation', 'maturity'] },
  requests: { figure: 'withdrawalRequests', parts: null },
  maturities: { figure: 'expirations', parts: null },
} as const satisfies Record<Exclude<PanelTile, 'retention'>, TileRows>

/** Tiles of what happened in a month; the others are of a day. */
export const flowTiles = ['in', 'out', 'net'] as const satisfies readonly PanelTile[]

/** So many days ahead maturities are told. */
export const maturityDays = 90

/** Beside what what changed between two days is divided. */
export const changeGroupings = ['product', 'manager', 'productManager'] as const
export type ChangeGrouping = (typeof changeGroupings)[number]
