import type es from '../es/bulk.ts'
import type { Shape } from '../shape.ts'

export default {
  loading: 'Loading the selection',
  progress: 'Progress',
  running: '{{done}} of {{total}} done',
  done_one: '{{total}} record done.',
  done_many: '{{total}} records done.',
  done_other: '{{total}} records done.',
  remaining_one: '{{total}} remains.',
  remaining_many: '{{total}} remain.',
  remaining_other: '{{total}} remain.',
  refused_one: '{{total}} record could not be changed',
  refused_many: '{{total}} records could not be changed',
  refused_other: '{{total}} records could not be changed',
  more_one: 'And {{total}} more.',
  more_many: 'And {{total}} more.',
  more_other: 'And {{total}} more.',
  changed_one: 'The list showed {{before}}; now it is {{total}}.',
  changed_many: 'The list showed {{before}}; now there are {{total}}.',
  changed_other: 'The list showed {{before}}; now there are {{total}}.',
  stop: 'Stop',
  resume: 'Continue',
  retry: 'Try the others again',
} satisfies Shape<typeof es>
