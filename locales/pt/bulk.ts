import type es from '../es/bulk.ts'
import type { Shape } from '../shape.ts'

export default {
  loading: 'A carregar a seleção',
  progress: 'Progresso',
  running: 'Feitos {{done}} de {{total}}',
  done_one: '{{total}} registo feito.',
  done_many: '{{total}} registos feitos.',
  done_other: '{{total}} registos feitos.',
  remaining_one: 'Falta {{total}}.',
  remaining_many: 'Faltam {{total}}.',
  remaining_other: 'Faltam {{total}}.',
  refused_one: 'Não foi possível alterar {{total}} registo',
  refused_many: 'Não foi possível alterar {{total}} registos',
  refused_other: 'Não foi possível alterar {{total}} registos',
  more_one: 'E mais {{total}}.',
  more_many: 'E mais {{total}}.',
  more_other: 'E mais {{total}}.',
  changed_one: 'A lista mostrava {{before}}; agora é {{total}}.',
  changed_many: 'A lista mostrava {{before}}; agora são {{total}}.',
  changed_other: 'A lista mostrava {{before}}; agora são {{total}}.',
  stop: 'Parar',
  resume: 'Continuar',
  retry: 'Tentar de novo os pendentes',
} satisfies Shape<typeof es>
