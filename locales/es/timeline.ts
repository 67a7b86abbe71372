import { actions, tasks, timelineEntries, timelineKinds, timelineStates } from './written/words.ts'

export default {
  title: 'Historial',
  lead: 'Todo lo ocurrido con el cliente, lo más reciente primero.',
  loading: 'Cargando el historial',
  list: 'Entradas del historial',
  filters: 'Filtros del historial',
  kindsLabel: 'Tipos',
  days: 'Fechas',
  all: 'Todo',
  from: 'Desde',
  to: 'Hasta',
  search: 'Buscar en el historial',
  clear: 'Quitar filtros',
  empty: 'Todavía no hay nada en el historial.',
  emptyHint: 'Aquí aparecerán los movimientos, los comentarios, los documentos y los cambios del cliente.',
  nothing: 'Nada coincide con los filtros.',
  nothingHint: 'Prueba con otras fechas, otros tipos u otras palabras.',
  older: 'Ver anteriores',
  kinds: timelineKinds,
  entries: { ...timelineEntries, change: actions, approval: tasks },
  states: timelineStates,
}

/** What lists of all features say of this one. */
export const words = {
  timelineKinds: { call: 'Llamadas' },
  timelineEntries: { call: { made: 'Llamada', sold: 'Llamada con contratación' } },
}
