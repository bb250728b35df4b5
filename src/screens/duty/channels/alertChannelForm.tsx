import { Input, Select } from 'antd'
import { useIntl } from 'react-intl'
import { severities } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import {
  isRequiredForChannel,
  organisationChannelKinds,
  type OrganisationChannelKind,
} from '#contract/duty/alertChannels.ts'
import { recordEventKinds } from '#contract/duty/recordEvents.ts'
import { messageLanguages } from '#contract/duty/notificationSettings.ts'
import { ChoiceInput } from '../../../form/controls/ChoiceInput.tsx'
import { bindingOf } from '../../../form/controls/controlProps.ts'
import { describeForm, type Field } from '../../../form/describe.ts'
import { select, text, toggle } from '../../../form/fields.tsx'
import { listWords } from '../../../locale/joins.ts'
import type { MessageId } from '../../../locale/languages.ts'
import { languages } from '../../../locale/languages.ts'
import { ChannelTest } from './ChannelTest.tsx'

interface Codes<C extends string> {
  labelId: MessageId
  hintId?: MessageId
  codes: readonly C[]
  wordOf: (code: C) => MessageId
}

/** Field for several codes: the alerts or records sent to the channel. */
function codesField<V, C extends string>({ codes, wordOf, ...options }: Codes<C>): Field<V, C[]> {
  return {
    ...options,
    isSelfContained: true,
    Show({ value }) {
      const intl = useIntl()
      return listWords(
        intl,
        value.map((code) => intl.formatMessage({ id: wordOf(code) })),
      )
    },
    Input({ value, onChange, ...props }) {
      const intl = useIntl()
      return (
        <Select<C[]>
          {...bindingOf(props)}
          mode="multiple"
          value={value ?? []}
          options={codes.map((code) => ({ value: code, label: intl.formatMessage({ id: wordOf(code) }) }))}
          onChange={onChange}
        />
      )
    },
  }
}

function languageField<V>(): Field<V, (typeof messageLanguages)[number]> {
  return {
    labelId: 'duty.language',
    isSelfContained: true,
    Show: ({ value }) => languages[value].name,
    Input: ({ value, onChange, ...props }) => (
      <ChoiceInput
        {...bindingOf(props)}
        value={value}
        choices={messageLanguages.map((code) => ({ value: code, label: languages[code].name }))}
        onChange={(code) => onChange(messageLanguages.find((one) => one === code) ?? null)}
      />
    ),
  }
}

/** Field for the secret of a robot or webhook, which is never displayed again. */
function secretField<
  V extends { id?: number | null | undefined; kind?: OrganisationChannelKind | null | undefined },
>(): Field<V, string> {
  return {
    labelId: 'duty.secret',
    hintId: 'duty.keptSecret',
    isSecret: true,
    shownWhen: ({ kind }) => kind !== 'WECOM',
    isMandatory: (values) => isRequiredForChannel('secret', values),
    Show: () => null,
    Input: ({ value, onChange, ...props }) => (
      <Input.Password
        {...bindingOf(props)}
        autoComplete="new-password"
        maxLength={200}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
    ),
  }
}

export const alertChannelForm = describeForm(endpoints.alertChannels.addOrEdit, {
  noun: 'alertChannels',
  newTitleId: 'duty.addChannel',
  titleOf: ({ name }) => name,
  load: endpoints.alertChannels.detail,
  initialValues: { kind: 'WEBHOOK', severities: ['CRITICAL', 'MAJOR'], language: 'zh-CN', isEnabled: true },
  sections: [
    {
      fields: {
        name: text('duty.name'),
        kind: select('duty.kind', organisationChannelKinds, {
          wordOf: (kind) => `alertChannel.${kind}`,
          lockedWhen: ({ id }) => id != null,
          changesWith: () => ({ secret: null }),
        }),
        // The URL may contain a key.
        address: {
          ...text('duty.address', {
            isWide: true,
            inputMode: 'url',
            hintId: 'duty.keptSecret',
            isMandatory: (values) => isRequiredForChannel('address', values),
          }),
          isSecret: true,
        },
        secret: secretField(),
        severities: codesField({
          labelId: 'duty.severities',
          codes: severities,
          wordOf: (severity) => `severity.${severity}`,
        }),
        events: codesField({
          labelId: 'duty.events',
          hintId: 'duty.eventsHint',
          codes: recordEventKinds,
          wordOf: (kind) => `recordEvent.${kind}`,
        }),
        language: languageField(),
        isEnabled: toggle('duty.enabled'),
      },
    },
  ],
  Facts: ChannelTest,
})
