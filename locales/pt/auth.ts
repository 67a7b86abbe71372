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

/** What lists of all features say of this one. */
export const words = {
  modules: {
    bt_inicio: 'Início',
    bt_CambioCVL: 'Mudança de CVL',
  },
  notifications: {
    signIn: {
      newPlace: {
        title: 'Acesso a partir de um lugar novo',
        text: 'Entraste a partir do endereço {{address}} ({{agent}}). Se não foste tu, altera a palavra-passe e termina essa sessão.',
      },
    },
    password: {
      changed: {
        title: 'Palavra-passe alterada',
        text: 'A tua palavra-passe foi alterada a partir do endereço {{address}}. Se não foste tu, avisa o teu administrador.',
      },
    },
    google: {
      linked: {
        title: 'Conta Google associada',
        text: 'Foi usada pela primeira vez a conta Google {{email}}, a partir do endereço {{address}}. Se não foste tu, avisa o teu administrador.',
      },
    },
  },
  actions: {
    navigation: 'Abre um ecrã',
    view_taken: 'Entra na vista de outra pessoa',
    view_left: 'Volta à sua vista',
    view_ended: 'Termina a vista de outra pessoa',
  },
  entities: {
    bt_inicio: 'Ecrã: Início',
    bt_CambioCVL: 'Ecrã: Mudança de CVL',
  },
}
