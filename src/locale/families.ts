import { confidences } from '#contract/herd/animals.ts'
import { arrivals, lineActions, lineStatuses } from '#contract/projects/collateral.ts'
import { pledgeEnds, pledgeStates } from '#contract/projects/pledges.ts'
import { feedbackStates } from '#contract/content/appSupport.ts'
import { articleStates, articleTypes } from '#contract/content/articles.ts'
import { contentLanguages } from '#contract/content/texts.ts'
import { alertEventKinds, closeCodes } from '#contract/alerts/alertActs.ts'
import { alertFigures } from '#contract/alerts/alertFigures.ts'
import { alertKinds, ruleKinds, severities } from '#contract/alerts/alertKinds.ts'
import { kindsWithoutPast, rehearsalAssumptions, rehearsalFailures } from '#contract/alerts/rehearsals.ts'
import { ruleScopes } from '#contract/alerts/alertRules.ts'
import { clearedBecause } from '#contract/alerts/alerts.ts'
import { organisationChannelKinds } from '#contract/duty/alertChannels.ts'
import {
  deliveryChannels,
  deliveryReasons,
  deliveryStates,
  notificationStates,
} from '#contract/duty/alertDeliveries.ts'
import { personalChannels } from '#contract/duty/notificationSettings.ts'
import { animalEventKinds } from '#contract/herd/animalHistory.ts'
import { photoAngles } from '#contract/herd/animals/animalPhotos.ts'
import { animalStatuses } from '#contract/herd/animals/animalStatuses.ts'
import { weighingMethods } from '#contract/herd/animals/animalWeights.ts'
import { treatmentKinds } from '#contract/herd/animals/treatments.ts'
import { claimStatuses } from '#contract/herd/coverage/claims.ts'
import { cameraFaults, cameraStates, streamKinds } from '#contract/projects/cameras.ts'
import { baseMapChoices, datums } from '#contract/herd/baseMap.ts'
import { gatewayStates } from '#contract/herd/gateways.ts'
import { batteryDues, batteryTrends, neckbandStates } from '#contract/herd/neckbands.ts'
import { deviceKinds } from '#contract/herd/unknownDevices.ts'
import { brokerFaults, endReasons } from '#contract/live/live.ts'
import { polygonWarningKinds } from '#contract/herd/polygonWarnings.ts'
import { rejectReasons } from '#contract/herd/readings.ts'
import { importFailures, importFaultCodes } from '#contract/calls/imports.ts'
import { monitorStatuses } from '#contract/projects/days/dailyLogs.ts'
import { dayStates } from '#contract/projects/days/dailyReports.ts'
import { changeActions } from '#contract/calls/records.ts'
import { noticeCodes, noticeTypes } from '#contract/office/notices.ts'
import { policyStates } from '#contract/herd/insurancePolicies.ts'
import { lookupKinds } from '#contract/herd/lookups.ts'
import { tagSchemes } from '#contract/values/earTags.ts'
import { organisationStatuses } from '#contract/people/organisations.ts'
import { outboxMessageSchema } from '#contract/office/outbox.ts'
import { projectStatuses } from '#contract/projects/projects.ts'
import { organisationKinds, registrableKinds, roles } from '#contract/people/roles.ts'
import { ticketMeasures } from '#contract/office/ticketFigures.ts'
import { ticketKinds, ticketStates, ticketUrgencies } from '#contract/office/tickets.ts'
import { recordEventKinds } from '#contract/duty/recordEvents.ts'
import { apiKeyStates } from '#contract/people/apiKeys.ts'
import { issuerFaults } from '#contract/people/identityProviders.ts'
import { userStatuses } from '#contract/people/users.ts'
import { erasureReasons } from '#contract/projects/seals.ts'
import { limitedActions, securityEventKinds } from '#contract/people/securityEvents.ts'
import { coverageStates } from '#contract/projects/coverage.ts'
import { ledgerDraftSchema } from '#contract/alerts/ledgerDrafts.ts'
import { entryKinds } from '#contract/projects/ledgerEntries.ts'
import { decisionKinds, headStates } from '#contract/projects/projectHeads.ts'

/**
 * Families of message ids, which the code builds from a prefix and a value: `role.${role}`.
 * The build fails when a prefix is missing here, or when a family has messages for an unknown value.
 */
export const families: Readonly<Record<string, readonly (string | number)[]>> = {
  'alert.': [...ruleKinds, ...alertFigures],
  'alertAct.': ['ACKNOWLEDGE', 'ASSIGN', 'COMMENT', 'SHELVE', 'UNSHELVE', 'CLOSE'],
  'alertChannel.': organisationChannelKinds,
  'alertEvent.': alertEventKinds,
  'alertKeys.': ['J', 'K', 'Enter', 'A', 'S', '/', '?'],
  'alertScreen.scope.': ruleScopes,
  'animal.oddity.': ['COUNTY', 'SPECIES', 'TEST'],
  'animalEvent.': animalEventKinds,
  'animalStatus.': animalStatuses,
  'appearance.density.': ['comfortable', 'compact'],
  'appearance.layout.': ['side', 'top'],
  'appearance.mode.': ['light', 'dark', 'system'],
  'appearance.primary.': ['blue', 'indigo', 'purple', 'cyan', 'green', 'orange', 'red'],
  'appearance.width.': ['fluid', 'fixed'],
  'articleState.': articleStates,
  'articleType.': articleTypes,
  'baseMap.datum.': datums,
  'baseMap.kind.': baseMapChoices,
  'batteryDue.': batteryDues,
  'batteryTrend.': batteryTrends,
  'cameraFault.': cameraFaults,
  'cameraState.': cameraStates,
  'change.': changeActions,
  'claimStatus.': claimStatuses,
  'clearedBecause.': clearedBecause,
  'closeCode.': closeCodes,
  'collateral.arrival.': arrivals,
  'collateral.change.': lineActions,
  'collateral.not.': ['pledged', 'unknown', 'elsewhere', 'otherCategory', 'gone', 'drafted'],
  'confidence.': confidences,
  'connection.': ['connecting', 'live', 'polling', 'catchingUp', 'late', 'stale', 'offline', 'database', 'broker'],
  'contentLanguage.': contentLanguages,
  'shell.connection.': ['network', 'server', 'database', 'broker', 'stale'],
  'coverageState.': coverageStates,
  'dayState.': dayStates,
  'decision.': decisionKinds,
  'dailyLog.late.': ['true', 'false'],
  'delivery.': [...deliveryStates, 'READ', 'ACTED'],
  'deliveryChannel.': deliveryChannels,
  'personalChannel.': personalChannels,
  'telling.': notificationStates,
  'told.': deliveryReasons,
  'deviceKind.': deviceKinds,
  'draftState.': ledgerDraftSchema.shape.state.options,
  'entryKind.': entryKinds,
  'feedbackState.': feedbackStates,
  'farmGuide.': ['pens', 'gateways', 'animals', 'neckbands', 'policy', 'project'],
  'firstSteps.do.': ['approvals', 'profile', 'users', 'farms', 'devices', 'projects', 'twoFactor'],
  'firstSteps.text.': ['approvals', 'profile', 'users', 'farms', 'devices', 'projects', 'twoFactor'],
  'firstSteps.waits.': ['SUPERVISOR', 'BANK', 'BORROWER', 'NOBODY'],
  'gatewayState.': gatewayStates,
  'headState.': [...headStates, 'LEDGER'],
  'importFailure.': importFailures,
  'importFault.': importFaultCodes,
  'keptLog.': ['DRAFT', 'QUEUED', 'REFUSED'],
  'label.sheet.': ['a4x24', 'a4x40', 'roll62x29', 'roll50x30'],
  'login.other.': ['account', 'mobile', 'recovery', 'issuer'],
  'lineStatus.': lineStatuses,
  'lookup.new.': lookupKinds,
  'lookup.title.': lookupKinds,
  'pledgeEnd.': pledgeEnds,
  'pledgeState.': pledgeStates,
  'monitorStatus.': monitorStatuses,
  'nav.': ['monitoring', 'herd', 'devices', 'projects', 'organisation', 'platform'],
  'neckbandState.': neckbandStates,
  'notice.': noticeCodes,
  'notices.none.': noticeTypes,
  'notices.type.': noticeTypes,
  'organisationKind.': organisationKinds,
  'organisationStatus.': organisationStatuses,
  'outbox.kind.': outboxMessageSchema.shape.kind.options,
  'palette.': ['recent', 'screens', 'farms', 'animals', 'projects', 'organisations', 'users', 'tickets'],
  'password.': ['strong', 'medium', 'common', 'lacksDigit', 'lacksLowercase', 'lacksUppercase', 'tooShort'],
  'photoAngle.': photoAngles,
  'policyState.': policyStates,
  'polygon.file.': [
    'tooLarge',
    'unreadable',
    'noPolygon',
    'severalPolygons',
    'otherSystem',
    'archive',
    'metres',
    'offEarth',
  ],
  'polygon.how.': ['outline', 'hole', 'corners'],
  'polygon.tool.': ['outline', 'hole', 'corners'],
  'polygon.warning.': ['OUTSIDE', ...polygonWarningKinds],
  'projectStatus.': projectStatuses,
  'reason.': rejectReasons,
  'register.kindText.': registrableKinds,
  'replay.break.': ['SERVER', 'SITE'],
  'replay.export.': ['gpx', 'csv'],
  'replay.source.': ['READINGS', 'STEPS'],
  'role.': roles,
  'rule.change.': ['ADD', 'EDIT', 'REMOVE'],
  'rule.parameter.': ruleKinds.flatMap((kind) => Object.keys(alertKinds[kind].parameters.shape)),
  'rule.scope.': ruleScopes,
  'rule.scopeName.': ruleScopes,
  'rehearsal.refused.': kindsWithoutPast,
  'rule.sentence.': ruleKinds,
  'scan.fault.': ['insecure', 'refused', 'none', 'busy', 'unreadable'],
  'security.ended.': endReasons,
  'security.kind.': securityEventKinds,
  'security.limited.': limitedActions,
  'session.ended.': [...endReasons, 'UNKNOWN'],
  'rehearsalAssumption.': rehearsalAssumptions,
  'rehearsalFailure.': rehearsalFailures,
  'rehearsalWhich.': ['ADDED', 'REMOVED', 'SAME'],
  'severity.': severities,
  'sex.': ['FEMALE', 'MALE'],
  'status.': [200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504],
  'streamKind.': streamKinds,
  'tagScheme.': tagSchemes,
  'ticket.below.': ['minimum', 'warning'],
  'ticket.done.': ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  'ticket.figure.': ticketMeasures,
  'ticket.is.': ['STRICTER', 'LOOSER'],
  'ticket.kind.': ticketKinds,
  'ticket.mine.': ['TO_DECIDE', 'RAISED'],
  'ticket.state.': ticketStates,
  'ticket.urgency.': ticketUrgencies,
  'treatmentKind.': treatmentKinds,
  'trouble.broker.': brokerFaults,
  'user.twoFactor.': ['true', 'false'],
  'apiKeyState.': apiKeyStates,
  'pairing.way.': ['ONE', 'ROW'],
  'recordEvent.': recordEventKinds,
  'issuerFault.': issuerFaults,
  'userStatus.': userStatuses,
  'verify.erased.': erasureReasons,
  'weighing.': weighingMethods,
}
