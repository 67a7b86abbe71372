import type { TeamCard, TeamView } from '#contract/team.ts'

/** The columns of a card: nobody reads the same figures twice, as where those under a manager have no clients of their own. */
export const listFigureViews = ({ own, team }: Pick<TeamCard, 'own' | 'team'>): readonly TeamView[] =>
  team && JSON.stringify(team) !== JSON.stringify(own) ? ['individual', 'team'] : ['individual']
