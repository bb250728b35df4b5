// @vitest-environment node
import { expect, test } from 'vitest'
import { languageCodes, type Language } from './languages.ts'

const files = import.meta.glob<Record<string, string>>('../../locales/*.json', { import: 'default', eager: true })

/** The product's terms: the word that a message is, in the order of `order`. */
const order = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
const terms: Record<string, readonly [string, string, string, string]> = {
  'card.pledge': ['质押', '質押', 'Pledge', 'Penhor'],
  'organisationKind.BANK': ['质权人', '質權人', 'Pledgee', 'Credor pignoratício'],
  'organisationKind.BORROWER': ['出质人', '出質人', 'Pledgor', 'Devedor pignoratício'],
  'organisationKind.SUPERVISOR': ['监管机构', '監管機構', 'Regulator', 'Órgão fiscalizador'],
  'nav.projects': ['项目', '專案', 'Projects', 'Projetos'],
  'map.legend.farm': ['养殖场', '養殖場', 'farm', 'fazenda'],
  'card.place': ['圈舍', '圈舍', 'Pen', 'Curral'],
  'map.legend.gateway': ['网关', '閘道器', 'gateway', 'gateway'],
  'devices.readings': ['上报', '回報', 'Readings', 'Leituras'],
  'devices.title': ['设备', '裝置', 'Devices', 'Dispositivos'],
  'account.unknownAgent': ['未知设备', '未知裝置', 'Unknown device', 'Dispositivo desconhecido'],
  'count.contracted': ['合同头数', '合約頭數', 'Contracted', 'Contratadas'],
  'count.ledger': ['台账在栏', '台帳在欄', 'On ledger', 'Em estoque'],
  'count.heard': ['已上报', '已回報', 'Reporting', 'Com sinal'],
  'count.unverified': ['待核实', '待核實', 'Unverified', 'Não verificadas'],
  'count.unaccounted': ['去向不明', '去向不明', 'Unaccounted for', 'Sem paradeiro'],
  'severity.CRITICAL': ['紧急', '緊急', 'Critical', 'Crítico'],
  'severity.MAJOR': ['重要', '重要', 'Major', 'Importante'],
  'severity.MINOR': ['次要', '次要', 'Minor', 'Menor'],
  'severity.INFO': ['提示', '提示', 'Info', 'Informativo'],
  'alerts.take': ['确认', '確認', 'Acknowledge', 'Reconhecer'],
  'alert.NECKBAND_SILENT': ['项圈失联', '項圈失聯', 'Neckband silent', 'Colar sem sinal'],
  'alert.SITE_OUTAGE': ['站点中断', '站點中斷', 'Site outage', 'Interrupção no local'],
  'alert.GATEWAY_OFFLINE': ['网关离线', '閘道器離線', 'Gateway offline', 'Gateway offline'],
  'ticket.approve': ['通过', '通過', 'Approve', 'Aprovar'],
  'ticket.reject': ['驳回', '駁回', 'Reject', 'Recusar'],
  'twoFactor.title': ['两步验证', '兩步驟驗證', 'Two-factor authentication', 'Verificação em duas etapas'],
  'login.recoveryCode': ['恢复码', '復原碼', 'Recovery code', 'Código de recuperação'],
  'login.userName': ['用户名', '使用者名稱', 'User name', 'Nome de usuário'],
  'user.email': ['邮箱', '電子郵件', 'Email', 'E-mail'],
  'auth.telephone': ['手机号', '手機號碼', 'Mobile number', 'Celular'],
  'user.role': ['角色', '角色', 'Role', 'Perfil'],
  'register.licence': ['营业执照', '營業執照', 'Business license', 'Alvará de funcionamento'],
  'span.hours': [
    '{hours} 小时 {minutes} 分钟',
    '{hours} 小時 {minutes} 分鐘',
    '{hours} h {minutes} min',
    '{hours} h {minutes} min',
  ],
  'span.days': ['{days} 天', '{days} 天', '{days} d', '{days} d'],
}

/** Words that no text uses, and the right ones: other words for a term, another country's spelling, familiar address, half-width punctuation. */
const forbidden: Record<Language, readonly (readonly [pattern: RegExp, write: string])[]> = {
  'zh-CN': [
    [/抵押/, '质押'],
    [/(?<!上)报数|读数/, '上报'],
    [/听到/, '已上报'],
    [/未核实/, '待核实'],
    [/危急|严重告警/, '紧急, 重要'],
    [/静默/, '失联'],
    [/陌生/, '未知'],
    [/审核|批准/, '审批, 通过'],
    [/警报/, '告警'],
    [/你/, '您'],
    [/\} 时|分(?=前|[）。]|$)/, '小时, 分钟'],
    [/[\p{sc=Han}}][,;:!?()]|[,;:!?(]\p{sc=Han}/u, 'full-width ，；：！？（）'],
  ],
  'zh-TW': [
    [/抵押/, '質押'],
    [/讀數|(?<!警)報數/, '回報'],
    [/聽到/, '已回報'],
    [/未核實/, '待核實'],
    [/危急|嚴重警報/, '緊急, 重要'],
    [/靜默/, '失聯'],
    [/陌生/, '未知'],
    [/審批|核准/, '審核, 通過'],
    [/告警/, '警報'],
    [/閘道(?!器)/, '閘道器'],
    [/設備/, '裝置'],
    [/恢復碼/, '復原碼'],
    [/兩步驗證/, '兩步驟驗證'],
    [/電子郵箱|電子信箱/, '電子郵件'],
    [/手機號(?!碼)/, '手機號碼'],
    [
      /用戶|登錄|默認|信息|菜單|字段|(?<!大)數據|屏幕|點擊|網絡|服務器|短信|賬/,
      '使用者, 登入, 預設, 資訊, 選單, 欄位, 資料, 螢幕, 點選, 網路, 伺服器, 簡訊, 帳',
    ],
    [/你/, '您'],
    [/[“”]/, '「」'],
    [/\} 時|(?<!身)分(?=前|[）。]|$)/, '小時, 分鐘'],
    [/[\p{sc=Han}}][,;:!?()]|[,;:!?(]\p{sc=Han}/u, 'full-width ，；：！？（）'],
  ],
  'en-US': [
    [/organis|authoris|colour|licence|centre|metre/i, 'organiz…, authoriz…, color, license, center, meter'],
    [/e-mail/i, 'email'],
    [/telephone/i, 'mobile number'],
    [/\bheard\b/i, 'reporting'],
    [/\bheads\b/, 'animals, head (after a number)'],
    [/two-step|second factor/i, 'two-factor authentication'],
    [/supervising institution/i, 'regulator'],
    [/collars?\b/i, 'neckband'],
    [/\w'\w/, '’'],
  ],
  'pt-BR': [
    [/ouvid/i, 'com sinal'],
    [/em silêncio/i, 'sem sinal'],
    [/\bqueda\b/i, 'interrupção'],
    [/rejei/i, 'recusar'],
    [/\bgrave\b|\bleve\b/i, 'importante, menor'],
    [/\bpapel\b|\bfunção\b/i, 'perfil'],
    [/\bo(?:ff|n)-line\b/i, 'offline, online'],
    [/licença/i, 'alvará'],
    [/instituição supervisora|\bdo supervisor\b/i, 'órgão fiscalizador'],
    [/segundo fator/i, 'duas etapas'],
    [/aparelho/i, 'dispositivo'],
    [/utilizador|ecrã|ficheiro|palavra-passe/i, 'usuário, tela, arquivo, senha'],
  ],
}

/** The words of a language that differ from the table of terms, each in a sentence. */
function termFaults(language: Language, words: Readonly<Record<string, string>>): string[] {
  const named = Object.entries(terms).flatMap(([id, texts]) => {
    const [own, wanted] = [words[id], texts[order.indexOf(language)]]
    return own === undefined || own === wanted ? [] : [`${id} is “${own}”, the term is “${wanted}”`]
  })
  const said = Object.entries(words).flatMap(([id, text]) => {
    const spoken = text.replaceAll(/\{\w+(?=[},])/g, '{')
    return forbidden[language]
      .filter(([word]) => word.test(spoken))
      .map(([word, write]) => `${id} says “${word.exec(spoken)?.[0] ?? ''}”, write “${write}”: ${text}`)
  })
  return [...named, ...said]
}

test.each(languageCodes)('uses the product’s terms in all seven files of %s', (language) => {
  const words = Object.entries(files).filter(([path]) => path.endsWith(`${language}.json`))
  expect(words).toHaveLength(7)
  expect(words.flatMap(([, own]) => termFaults(language, own))).toEqual([])
  const console = files[`../../locales/${language}.json`] ?? {}
  expect(Object.keys(terms).filter((id) => !(id in console))).toEqual([])
})

test.each([
  [
    'zh-CN',
    { 'severity.CRITICAL': '危急' },
    ['severity.CRITICAL is “危急”, the term is “紧急”', 'severity.CRITICAL says “危急”, write “紧急, 重要”: 危急'],
  ],
  ['zh-CN', { a: '你的账户' }, ['a says “你”, write “您”: 你的账户']],
  ['zh-CN', { a: '请求错误: {status}' }, ['a says “误:”, write “full-width ，；：！？（）”: 请求错误: {status}']],
  ['zh-CN', { a: '{minutes} 分前' }, ['a says “分”, write “小时, 分钟”: {minutes} 分前']],
  ['zh-TW', { a: '閘道離線' }, ['a says “閘道”, write “閘道器”: 閘道離線']],
  [
    'en-US',
    { a: 'New organisation' },
    ['a says “organis”, write “organiz…, authoriz…, color, license, center, meter”: New organisation'],
  ],
  ['en-US', { a: '{organisation} invites you' }, []],
  ['pt-BR', { a: 'Rejeitada' }, ['a says “Rejei”, write “recusar”: Rejeitada']],
] as const)('%s: checks the terms of %o', (language, words, faults) => {
  expect(termFaults(language, words)).toEqual(faults)
})
