import type es from '../es/timeline.ts'
import type { Shape } from '../shape.ts'
import { actions, tasks, timelineEntries, timelineKinds, timelineStates } from './written/words.ts'

export default {
  title: 'Histórico',
  lead: 'Tudo o que aconteceu com o cliente, do mais recente para o mais antigo.',
  loading: 'A carregar o histórico',
  list: 'Entradas do histórico',
  filters: 'Filtros do histórico',
  kindsLabel: 'Tipos',
  days: 'Datas',
  all: 'Tudo',
  from: 'De',
  to: 'Até',
  search: 'Procurar no histórico',
  clear: 'Limpar filtros',
  empty: 'Ainda não há nada no histórico.',
  emptyHint: 'Aqui aparecerão os movimentos, os comentários, os documentos e as alterações do cliente.',
  nothing: 'Nada corresponde aos filtros.',
  nothingHint: 'Experimente outras datas, outros tipos ou outras palavras.',
  older: 'Ver anteriores',
  kinds: timelineKinds,
  entries: { ...timelineEntries, change: actions, approval: tasks },
  states: timelineStates,
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  timelineKinds: { call: 'Chamadas' },
  timelineEntries: { call: { made: 'Chamada', sold: 'Chamada com venda' } },
}
