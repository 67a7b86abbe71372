import type { TeamView } from '#contract/team.ts'

/** Where the goal of whoever is chosen is; without anybody those of everybody in reach. */
export const buildGoalHref = (of: string | null, view: TeamView): string =>
  of === null ? '/crm/Objetivos' : `/crm/Objetivos/${of}?${new URLSearchParams({ kind: view })}`
