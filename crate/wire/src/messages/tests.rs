use super::*;

fn read(text: &str) -> Result<Message, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn messages_have_the_names_of_the_contract() {
    for text in [
        r#"{"type":"RankedQueueJoin","modeId":"1v1","region":"Europe","partyId":null,"constraints":{"maxPingMs":80}}"#,
        r#"{"type":"RankedQueueJoin","modeId":"2v2","region":"Asia","partyId":"p_1"}"#,
        r#"{"type":"RankedQueueLeave","ticketId":"t_12"}"#,
        r#"{"type":"RankedAcceptMatch","ticketId":"t_12","matchId":"m_34","acceptToken":"00c0ffee00c0ffee"}"#,
        r#"{"type":"RankedDeclineMatch","ticketId":"t_12","matchId":"m_34","acceptToken":"00c0ffee00c0ffee"}"#,
        r#"{"type":"RankedQueued","ticketId":"t_12","estWait":40,"searchWindow":{"mmrMin":1400,"mmrMax":1600,"pingMaxMs":50}}"#,
        r#"{"type":"RankedSearchUpdate","searchWindow":{"mmrMin":null,"mmrMax":null,"pingMaxMs":75},"position":3,"estWait":9}"#,
        r#"{"type":"RankedMatchFound","matchId":"m_34","acceptDeadline":1712345678,"opponentsSummary":{"avgMmr":1520,"teamSizes":[1,1]},"acceptToken":"00c0ffee00c0ffee"}"#,
        r#"{"type":"RankedMatchCancelled","reason":"youDidNotAnswer","lockedUntil":1712345798}"#,
        r#"{"type":"RankedMatchCancelled","reason":"declined"}"#,
        r#"{"type":"RankedLobbyReady","matchId":"m_34","connect":"frankfurt/m_34"}"#,
        r#"{"type":"RankedRatingUpdate","matchId":"m_34","delta":18,"newRating":1538,"newTier":"Gold-1"}"#,
    ] {
        let message = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
}

#[test]
fn invalid_messages_are_refused_with_a_reason() {
    let client = |text: &str| serde_json::from_str::<ClientMessage>(text).unwrap_err().to_string();
    for (text, says) in [
        ("{}", "missing field `type`"),
        (r#"{"type":"RankedQueued"}"#, "unknown variant `RankedQueued`"),
        (r#"{"type":"RankedQueueLeave"}"#, "missing field `ticketId`"),
        (r#"{"type":"RankedQueueLeave","ticketId":12}"#, "invalid type: integer `12`"),
        (r#"{"type":"RankedQueueLeave","ticketId":"m_12"}"#, "'m_12': expected t_12"),
        (r#"{"type":"RankedQueueLeave","ticketId":"t_012"}"#, "'t_012': expected t_12"),
        (r#"{"type":"RankedQueueLeave","ticketId":"t_+12"}"#, "'t_+12': expected t_12"),
        (r#"{"type":"RankedQueueLeave","ticketId":"t_12","now":true}"#, "unknown field `now`"),
        (
            r#"{"type":"RankedQueueJoin","modeId":"1v1","region":"Europe","constraints":{"ping":1}}"#,
            "unknown field `ping`",
        ),
        (
            r#"{"type":"RankedQueueJoin","modeId":"1v1","region":"Europe","constraints":{"maxPingMs":65536}}"#,
            "invalid value",
        ),
        ("[", "EOF"),
    ] {
        let error = client(text);
        assert!(error.contains(says), "{text}: {error}");
    }
}
