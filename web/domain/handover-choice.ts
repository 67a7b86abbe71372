import type { HandoverSelection } from '#contract/handovers.ts'

/** What goes along to the screen of a new handover, in the state of the navigation: it survives a reload and no other page reads it. */
export type HandoverClientSelection = { choice: HandoverSelection; total: number }

/** What a navigation of an older version left behind may be anything. */
export const isHandoverChoice = (choice: Partial<Record<string, unknown>> | undefined): boolean =>
  choice?.by === 'clients' ? Array.isArray(choice.clientIds) : choice?.by === 'filter' && !!choice.filter

export const newHandoverPath = '/crm/Traspasos/nuevo'
