import type { HandoverChoice } from '#contract/handovers.ts'

/** What goes along to the screen of a new handover, in the state of the navigation: it survives a reload and no other page reads it. */
export type ChosenClients = { choice: HandoverChoice; total: number }

export const newHandover = '/crm/Traspasos/nuevo'
