import type es from '../es/limits.ts'
import type { Shape } from '../shape.ts'

export default {
  account: {
    title: 'Conta de onde saem os pagamentos',
    lead: 'É a conta a debitar no ficheiro para o banco. O que já está aprovado conserva a sua.',
    name: 'Titular',
    bic: 'BIC do banco',
    save: 'Propor a conta',
  },
  withdrawal: {
    title: 'Limites de levantamento',
    lead: 'Até ao seu limite, cada perfil pede um levantamento como a empresa definir, e aprova os de outros. Acima dele é precisa outra pessoa com um limite maior.',
    limit: 'Montante por levantamento',
    hint: 'Vazio: sem limite.',
    any: 'Sem limite',
    new: 'Novo limite de levantamento',
  },
  contribution: {
    title: 'Limites de entradas manuais',
    lead: 'O dinheiro por confirmar pelo banco que cada perfil regista numa mesma conta sem outra pessoa, e até ao qual aprova o que outros registam.',
    limit: 'Montante por confirmar por conta',
    hint: 'Vazio: sem limite.',
    new: 'Novo limite de entrada',
  },
  bonus: {
    title: 'Limites de juro extra',
    lead: 'Os pontos de juro extra que cada perfil dá sem aprovação de outra pessoa.',
    limit: 'Pontos',
    hint: 'Em pontos percentuais: 0,5',
    new: 'Novo limite de juro extra',
  },
  fields: { role: 'Perfil', validFrom: 'Desde', setBy: 'Definido por', state: 'Estado' },
  states: { current: 'Em vigor', coming: 'Futuro', past: 'Anterior' },
  history: 'Ver também os anteriores',
  add: 'Adicionar um limite',
  save: 'Guardar',
  reason: 'Motivo',
  reasonHint: 'Será lido por quem decide.',
  missing: 'Escreve o motivo (3 letras ou mais).',
  propose: 'Propor',
  removeTitle: 'Retirar este limite?',
  waiting: 'Aguarda que outra pessoa o aprove: {{what}}.',
  open: 'Ver a proposta',
  remove: 'Retirar',
  removeNamed: 'Retirar o limite de {{role}} desde {{date}}',
} satisfies Shape<typeof es>
