import type es from '../es/auth.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Iniciar sessão',
  lead: 'Entra com o teu utilizador ou o teu e-mail.',
  claim: 'Cada cliente, cada conta, cada valor explicado ao cêntimo.',
  identity: 'Utilizador ou e-mail',
  password: 'Palavra-passe',
  submit: 'Entrar',
  submitting: 'A entrar…',
  missingIdentity: 'Escreve o teu utilizador ou o teu e-mail.',
  missingPassword: 'Escreve a tua palavra-passe.',
  wrong: 'Utilizador ou palavra-passe incorretos',
  wait_one: 'Podes tentar novamente dentro de {{count}} segundo.',
  wait_many: 'Podes tentar novamente dentro de {{count}} segundos.',
  wait_other: 'Podes tentar novamente dentro de {{count}} segundos.',
  forgot: 'Esqueceste-te da palavra-passe?',
  noAccount: 'Ainda não tens conta?',
  register: 'Regista-te',
  or: 'ou',
  google: 'Entrar com o Google',
  unreachable: 'Sem ligação ao servidor. Verifica a tua rede e tenta novamente.',
  ended: {
    idle: 'A tua sessão foi terminada por inatividade. Entra para continuares onde estavas.',
    expired: 'A tua sessão expirou. Entra para continuares onde estavas.',
    revoked: 'A tua sessão já não é válida. Entra novamente.',
    elsewhere: 'Terminaste a sessão noutro separador.',
    changed: 'A tua palavra-passe mudou. Entra com a nova.',
  },
  demo: {
    title: 'Empresa de demonstração',
    lead: 'Os dados são inventados. Entrar como:',
    firm: 'Empresa',
  },
} satisfies Shape<typeof es>
