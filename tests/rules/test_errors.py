from companion.rules.errors import RepeatedToken, RuleError


def test_an_error_says_what_is_wrong_where_and_with_what():
    error = RepeatedToken("token.twice", ("sides", 1, "tokens", 0), token=2)
    assert (error.key, error.path, error.data) == ("token.twice", ("sides", 1, "tokens", 0), {"token": 2})
    assert str(error) == "token.twice at /sides/1/tokens/0: {'token': 2}"


def test_a_question_may_be_wrong_as_a_whole():
    assert RuleError("sides.number").path == ()
    assert isinstance(RuleError("sides.number"), ValueError)
